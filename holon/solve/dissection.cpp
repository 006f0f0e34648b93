#include "holon/solve/dissection.h"
namespace holon{ std::vector<int> dissect(const BlockGraph& g, const Lists&){return std::vector<int>(g.size.size(),0);} }
