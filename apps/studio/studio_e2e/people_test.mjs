// SPDX-License-Identifier: Apache-2.0
// People who use a keyboard only, a screen reader, fingers, who only watch, who come back, who want no needless motion:
//   node people_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { arrived, beside, gravity, rod, run, scene, turned } from "./studio.mjs";

const axis = [0, 1, 0];
const pendulum = scene({
  title: "Pendulum",
  objects: [rod("bar", [0.25, 0, 0], { orientation: turned(Math.PI / 2) })],
  constraints: [{ kind: "line_hinge", name: "pivot", a: { world: [0, 0, 0], z: axis }, b: { object: "bar", at: [0, 0, -0.25], z: axis } }],
  forces: [gravity],
});
const empty = scene({ title: "Nothing yet" });
const phone = { size: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const count = (person, sort, n) => person.until(`${n} of ${sort}`, ([what, many]) => window.studio.sceneThings().filter(thing => thing.sort === what).length === many, [sort, n]);
const said = (person, text) => person.until(`"${text}" is said`, words => document.querySelector("#say").textContent.includes(words), text);
const focusView = person => person.page.locator("#view canvas").first().focus();

/** Presses Tab until something has the focus. */
async function tabTo(person, selector, most = 80) {
  for (let i = 0; i < most; ++i) {
    if (await person.know(wanted => document.activeElement?.matches(wanted), selector)) return;
    await person.page.keyboard.press("Tab");
  }
  throw Error(`Tab does not lead to ${selector}`);
}
/** Whether the element with the focus can be told from others: by an outline or a ring. */
const focusIsSeen = person => person.know(() => {
  const style = getComputedStyle(document.activeElement);
  return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1.5) || style.boxShadow.includes("inset");
});

/** Fingers, as the browser's own input tells of them. */
async function fingers(person) {
  const wire = await person.page.context().newCDPSession(person.page);
  const send = (type, points) => wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return {
    down: (...points) => send("touchStart", points),
    move: (...points) => send("touchMove", points),
    up: () => send("touchEnd", []),
  };
}

run({
  async "with the keyboard alone two rods are made and joined, time is stopped, a part is removed, and it is undone"(visit) {
    const person = await arrived(await visit.open(empty));
    const { page } = person;
    const move = async (key, times) => {
      for (let i = 0; i < times; ++i) await page.keyboard.press(key);
    };
    await focusView(person);
    await person.key("r");
    await move("ArrowLeft", 8);
    await person.key("Enter");
    await move("ArrowRight", 8);
    await person.key("Enter");
    await person.picture("people_keys_cross");
    await person.key("Enter");
    await count(person, "object", 1);
    await move("ArrowUp", 5);
    await person.key("Enter");
    await move("ArrowRight", 8);
    await person.key("Enter");
    await person.key("Enter");
    await count(person, "object", 2);
    assert.deepEqual(await person.names("constraint"), []);

    // Tab takes the cross of the tool that joins from point to point
    await person.key("j");
    const tabToPoint = label => person.until(`the point ${label}`, async wanted => {
      const at = window.viewport.keys.cross;
      return at && window.viewport.bench.spot(at)?.anchor.label === wanted;
    }, label);
    const walk = async label => {
      for (let i = 0; i < 30; ++i) {
        await page.keyboard.press("Tab");
        const found = await person.know(() => window.viewport.keys.cross && window.viewport.bench.spot(window.viewport.keys.cross)?.anchor.label);
        if (found === label) return tabToPoint(label);
      }
      throw Error(`Tab does not lead to ${label}`);
    };
    await walk("rod.end2");
    await person.key("Enter");
    await walk("rod2.end1");
    await person.key("Enter");
    await count(person, "constraint", 1);
    await said(person, "added");

    await person.key("Escape");
    await person.key("Escape");
    await person.key("Space");
    await person.until("it stands", () => !window.studio.status.running);
    await person.key("Space");
    await person.until("it goes on", () => window.studio.status.running);

    await person.key("Escape");
    await person.key("Tab");
    await person.until("a part is chosen", () => window.studio.selection.length === 1 && window.studio.selection[0].sort === "object");
    await person.key("Delete");
    await count(person, "object", 1);
    await said(person, "Removed");
    await person.undo();
    await count(person, "object", 2);

    // a command of the palette
    await person.key("Control+k");
    await person.type("make box crate at=(0 0 1)");
    await person.key("Enter");
    await count(person, "object", 3);
    assert.ok((await person.names("object")).includes("crate"));
    await person.key("Control+k");
    await person.type("pause");
    await person.key("Enter");
    await person.until("it stands", () => !window.studio.status.running);
  },
  async "arrows push the chosen part, in one entry of undo"(visit) {
    const person = await arrived(await visit.open(scene({ objects: [rod("bar", [0, 0, 0])] })));
    await focusView(person);
    await person.key("Tab");
    await person.until("the rod is chosen", () => window.studio.isSelected("bar"));
    for (let i = 0; i < 5; ++i) await person.key("ArrowRight");
    await person.until("it has moved", () => window.studio.poseOf("bar")[0] > 0.01);
    await person.undoable("Push bar");
    await person.undo();
    await person.until("it is back", () => Math.abs(window.studio.poseOf("bar")[0]) < 1e-6);
  },
  async "the focus goes round, is always seen, and single letters can be switched off"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await focusView(person);
    const seen = new Set();
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press("Tab");
      const name = await person.know(() => {
        const { activeElement: it } = document;
        return it.id || it.ariaLabel || it.textContent || it.tagName;
      });
      if (seen.has(name)) continue;
      seen.add(name);
      assert.ok(await focusIsSeen(person), `the focus on "${name}" is not seen`);
    }
    assert.ok(seen.size > 15, `${[...seen]}`);
    await tabTo(person, "[aria-label='What is drawn, and how']");
    await person.key("Enter");
    await page.getByRole("checkbox", { name: "Single letters choose tools" }).uncheck();
    await person.key("Escape");
    await focusView(person);
    await person.key("r");
    assert.equal(await person.know(() => window.studio.tool), "hand");
  },
  async "a screen reader finds every part by name and kind, and hears what was done and what it left free"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await page.getByRole("tab", { name: "Parts" }).click();
    const list = page.getByRole("listbox", { name: "Parts of the scene" });
    assert.deepEqual(await list.getByRole("option").allInnerTexts(), ["bar\nrigid body", "pivot\nline hinge", "gravity\ngravity"]);
    await list.focus();
    await person.key("ArrowDown");
    await person.until("the joint is chosen", () => window.studio.isSelected("pivot"));
    assert.equal(await list.getByRole("option", { selected: true }).innerText(), "pivot\nline hinge");
    await person.key("Delete");
    await said(person, "Removed pivot");
    await said(person, "6 degrees of freedom");
    await person.undo();
    await said(person, "Undone");
    const unnamed = await person.know(() => [...document.querySelectorAll("button, input, select, [role=option], [tabindex='0']")]
      .filter(it => it.checkVisibility() && !(it.ariaLabel || it.textContent.trim() || it.labels?.length || it.title || it.getAttribute("aria-labelledby")))
      .map(it => it.outerHTML.slice(0, 120)));
    assert.deepEqual(unnamed, []);
    for (const landmark of ["main", "banner", "navigation", "complementary", "contentinfo"])
      assert.equal(await page.getByRole(landmark).count(), 1, landmark);
  },
  async "a finger drags a part, two fingers pinch, and panels fit a phone"(visit) {
    const desk = await arrived(await visit.open(pendulum));
    await desk.page.context().close();
    const person = await arrived(await visit.come(phone));
    await person.until("the pen", () => window.studio.writer);
    await person.pictures(2);
    await person.picture("people_phone");
    const touch = await fingers(person);
    await person.button(/^Pause/).tap();
    await person.button(/^Back to the start/).tap();
    await person.until("it stands at the start", () => !window.studio.status.running && window.studio.frame.time === 0);
    await person.pictures(2);
    const from = await person.point("bar", [0, 0, 0.1]);
    const before = await person.know(() => [...window.studio.poseOf("bar")]);
    const outward = before[0] < 0 ? -1 : 1;  // wherever it was stopped in its swing, it rises that way
    await touch.down(from);
    for (let i = 1; i <= 6; ++i) {
      await touch.move(beside(from, [8 * outward * i, -10 * i]));
      await person.pictures(1);
    }
    await person.until("the rod follows the finger", z => window.studio.poseOf("bar")[2] > z + 0.02, before[2]);
    await touch.up();
    await person.undoable("Pull bar");
    assert.equal(await person.know(() => scrollY), 0, "the page stays");

    const distance = () => person.know(() => window.viewport.eye.distance);
    const far = await distance();
    const middle = [190, 300];
    await touch.down(beside(middle, [-30, 0]));
    await touch.down(beside(middle, [-30, 0]), beside(middle, [30, 0]));
    for (let i = 1; i <= 5; ++i) await touch.move(beside(middle, [-30 - 10 * i, 0]), beside(middle, [30 + 10 * i, 0]));
    await touch.up();
    await person.pictures(1);
    assert.ok((await distance()) < 0.6 * far, "fingers that come apart bring it nearer");

    const small = await person.know(() => [...document.querySelectorAll("button, select, input")]
      .filter(it => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !it.closest("[hidden]"))
      .map(it => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ it, box }) => `${it.ariaLabel ?? it.textContent} ${Math.round(box.width)}x${Math.round(box.height)}`));
    assert.deepEqual(small, [], "targets are large enough for fingers");
    assert.ok((await person.know(() => document.documentElement.scrollWidth)) <= 390, "nothing is wider than the phone");
  },
  async "a second person watches without the pen, and gets it when the first has gone"(visit) {
    const first = await arrived(await visit.open(pendulum));
    const second = await arrived(await visit.come());
    const { page } = second;
    await first.until("the pen", () => window.studio.writer);
    assert.equal(await second.know(() => window.studio.writer), false);
    await page.getByText("You are watching").waitFor();
    await second.picture("people_watching");
    assert.ok(await page.getByRole("button", { name: /^Rod/ }).isDisabled());
    assert.ok(await page.getByRole("slider", { name: "Moment that is shown" }).isDisabled());
    const time = await second.know(() => window.studio.frame.time);
    await second.key("Space");
    await second.toasted("Somebody else has the pen");
    await second.until("it goes on all the same", t => window.studio.frame.time > t, time);
    // looking and inspecting are free
    await second.click(await second.joint("pivot"));
    await page.getByRole("heading", { name: "pivot", exact: true }).waitFor();
    // what the first does, the second sees
    await first.setRunning(false);
    await second.until("it stands for both", () => !window.studio.frame.running);
    await page.getByRole("button", { name: "Ask for the pen" }).click();
    await second.until("an answer", () => document.querySelector(".toast")?.textContent.length > 0);
    assert.equal(await second.know(() => window.studio.writer), false);
    await first.page.context().close();
    // until the studio has seen that the first has gone, it says no
    const ask = page.getByRole("button", { name: "Ask for the pen" });
    for (let i = 0; i < 30 && (await ask.isVisible()); ++i) {
      await ask.click();
      await second.pictures(2);
    }
    await second.until("the pen is here", () => window.studio.writer);
    await second.setRunning(true);
  },
  async "a reload of the page keeps everything: the scene, time, undo and what was chosen to be seen"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await page.getByRole("button", { name: /colours/ }).click();
    assert.equal(await person.know(() => document.documentElement.dataset.theme), "light");
    await person.click(await person.joint("pivot"));
    await page.getByRole("heading", { name: "pivot", exact: true }).waitFor();
    await person.key("Delete");
    await count(person, "constraint", 0);
    const { undo, to } = await person.status();
    await page.reload();
    await arrived(person);
    await count(person, "constraint", 0);
    const after = await person.status();
    assert.equal(after.undo, undo);
    assert.ok(after.to >= to, "time has gone on");
    assert.equal(await person.know(() => document.documentElement.dataset.theme), "light");
    await person.until("the pen", () => window.studio.writer);
    await person.undo();
    await count(person, "constraint", 1);
  },
  async "who wants less motion gets no moving panels, and still a moving scene"(visit) {
    await visit.open(pendulum);
    await visit.people[0].page.context().close();
    const person = await arrived(await visit.come({ reducedMotion: "reduce" }));
    await person.until("it moves", () => window.studio.frame.running && window.studio.frame.time > 0.2);
    await person.until("the pen", () => window.studio.writer);
    await person.key("Shift+Backspace");
    await person.toasted("Back at the start");
    const moving = await person.know(() => document.getAnimations().length + [...document.querySelectorAll("*")].filter(it => getComputedStyle(it).animationName !== "none" || getComputedStyle(it).transitionDuration.split(",").some(s => parseFloat(s) > 0)).length);
    assert.equal(moving, 0);
    await person.page.getByRole("button", { name: "Show how it could move" }).click();
    await person.until("the motion is shown standing still", () => window.viewport.ghost.group.children.some(it => it.visible));
  },
});
