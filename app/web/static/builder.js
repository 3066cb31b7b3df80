// A build put together by hand. Cards are tapped or keyed into slots, and the text box says the same;
// what is typed there is read by the server, in any notation. All words come from the page.

for (const root of document.querySelectorAll(".builder:not(.counted)")) live(root);

function live(root) {
  const { read, lang, most, name: firstName, notation: firstNotation } = root.dataset;
  const [between, said] = [root.dataset.between, root.dataset.said].map((each) => JSON.parse(each));
  const find = (selector) => root.querySelector(selector);
  const box = find("textarea");
  const slots = find(".slots");
  const blank = find("template").content.firstElementChild;
  const palette = [...root.querySelectorAll("[data-card]")];
  const cards = new Map(palette.map((item) => [item.dataset.card, item]));
  const buttons = palette.map((item) => item.querySelector("button"));

  // `row` is null while the text cannot be read; the slots then show what stood there before.
  let row = JSON.parse(root.dataset.row)?.map(([card, flavour]) => ({ card, flavour })) ?? null;
  let [name, notation] = [firstName, firstNotation];
  let [asked, heard, timer] = [0, box.defaultValue];

  // --- what is shown ---

  const called = (card) => cards.get(card).querySelector(".name").textContent;

  function slotOf(at) {
    const card = row[at];
    const item = blank.cloneNode(true);
    item.querySelector(".n").textContent = at + 1;
    if (at) item.querySelector(".at-top").remove();
    if (!card) {
      item.classList.add("empty");
      item.querySelectorAll(".tile, .what, .moves").forEach((part) => part.remove());
      return item;
    }
    item.draggable = true;
    item.dataset.at = at;
    item.querySelector(".tile").replaceWith(cards.get(card.card).querySelector(".tile").cloneNode(true));
    item.querySelector("b").textContent = called(card.card);
    item.querySelector(".flavour").textContent = card.flavour ?? "";
    for (const button of item.querySelectorAll("button")) {
      const fill = (text) => text.replace("{card}", called(card.card)).replace("{place}", at + 1);
      button.value = fill(button.value);
      button.ariaLabel = fill(button.ariaLabel);
      button.disabled = button.value === "up-1" || button.value === `down-${row.length}`;
    }
    return item;
  }

  function draw() {
    root.classList.toggle("misunderstood", !row);
    slots.inert = !row;
    if (row) {
      const places = Math.max(most, row.length);
      slots.replaceChildren(...Array.from({ length: places }, (_, at) => slotOf(at)));
    }
  }

  function say(act, values = {}) {
    const all = { ...values, all: row.length, most };
    const told = said[act].replace(/\{(\w+)\}/g, (_, key) => all[key]);
    find(".said").textContent = find(".echo").textContent = told;
  }

  function showWords(card) {
    if (card) find(".at-hand div").replaceChildren(...cards.get(card).querySelector(".words").cloneNode(true).childNodes);
  }

  // --- the text box ---

  function write() {
    const word = ({ card }) => JSON.parse(cards.get(card).dataset.spelled)[notation];
    const words = row.map((each) => (each.flavour ? `${each.flavour}【${word(each)}】` : word(each)));
    const gap = row.some((each) => each.flavour) ? "、" : between[notation];
    box.value = words.join(gap) + (name ? `/${name}` : "");
    // Bubbles, so that a draft is kept; whoever typed it is told apart by `isTrusted`.
    box.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "builder" }));
  }

  async function understand() {
    const turn = ++asked;
    heard = box.value;
    const body = JSON.stringify({ text: heard, lang });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(read, { method: "POST", headers, body }).catch(() => null);
    if (turn !== asked || !answer?.ok) return; // the form itself is still there
    const found = await answer.json();
    if (turn !== asked) return;
    const before = JSON.stringify(row);
    [row, name, notation] = [found.cards, found.name ?? "", found.notation];
    if (JSON.stringify(row) !== before) draw();
    find(".figures").replaceChildren(...found.figures.map(figureOf));
    find(".misread").replaceChildren(...found.problems.map((each) => element("li", each.text)));
  }

  function element(kind, text) {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  }

  function figureOf({ label, value }) {
    const made = document.createElement("div");
    made.append(element("dt", label), element("dd", value));
    return made;
  }

  box.addEventListener("input", (event) => {
    clearTimeout(timer);
    timer = setTimeout(understand, event.detail === "builder" ? 0 : 250);
  });

  // --- buttons and keys ---

  function change(act, values) {
    draw();
    write();
    say(act, values);
  }

  // A name in a field of its own goes with its card.
  function carry(at, to) {
    const fields = [...box.form.querySelectorAll("[name^=flavour]")];
    const names = fields.map((each) => each.value);
    const [own = ""] = names.splice(at, 1);
    names.splice(to ?? names.length, 0, to === undefined ? "" : own);
    fields.forEach((each, place) => (each.value = names[place]));
  }

  function move(at, to) {
    if (to < 0 || to >= row.length || to === at) return;
    carry(at, to);
    row.splice(to, 0, ...row.splice(at, 1));
    change("move", { card: called(row[to].card), at: at + 1, to: to + 1 });
  }

  function focus(act, at) {
    const there = (each) => slots.querySelector(`[value="${each}-${at + 1}"]:not(:disabled)`);
    (there(act) ?? there("up") ?? there("down") ?? there("out") ?? buttons.find((each) => !each.tabIndex)).focus();
  }

  function press(value) {
    const [act, what] = [value.split("-", 1)[0], value.slice(value.indexOf("-") + 1)];
    const at = what - 1;
    if (act === "add") {
      showWords(what);
      if (!row) {
        box.value = `${box.value.trimEnd()}, ${what}`;
        box.dispatchEvent(new Event("input", { bubbles: true }));
      } else if (row.length >= most) {
        say("full");
      } else {
        row.push({ card: what, flavour: null });
        change("add", { card: called(what), to: row.length });
      }
    } else if (act === "clear") {
      row = [];
      change("clear");
    } else if (act === "out") {
      const [gone] = row.splice(at, 1);
      carry(at);
      change("out", { card: called(gone.card) });
      focus("out", Math.min(at, row.length - 1));
    } else {
      const to = at + (act === "up" ? -1 : 1);
      move(at, to);
      focus(act, to);
    }
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=step]");
    if (!button) return;
    event.preventDefault();
    press(button.value);
  });

  slots.addEventListener("keydown", (event) => {
    const [act, place] = event.target.value?.split("-") ?? [];
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const at = place - 1;
    if (event.key === "Delete") press(`out-${place}`);
    else if (by && event.altKey) press(`${by < 0 ? "up" : "down"}-${place}`);
    else if (by && row[at + by]) focus(act, at + by);
    else return;
    event.preventDefault();
  });

  // The nearest button in a row above or below.
  function beyond(at, by) {
    const boxes = buttons.map((each) => each.getBoundingClientRect());
    const away = ({ top, left }) => {
      const rows = (top - boxes[at].top) * by;
      return rows > 1 ? rows * 9 + Math.abs(left - boxes[at].left) : Infinity;
    };
    return boxes.reduce((best, box, to) => (away(box) < away(boxes[best]) ? to : best), at);
  }

  // One tab stop for all cards, arrows between them.
  const reach = (button) => buttons.forEach((each) => (each.tabIndex = each === button ? 0 : -1));
  find(".palette").addEventListener("keydown", (event) => {
    const at = buttons.indexOf(event.target);
    if (at < 0) return;
    const [up, down] = [beyond(at, -1), beyond(at, 1)];
    const keys = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: up, ArrowDown: down, Home: 0, End: buttons.length - 1 };
    const to = keys[event.key];
    if (!buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  });

  for (const kind of ["focusin", "pointerover"]) {
    root.addEventListener(kind, (event) => {
      const item = event.target.closest("[data-card]");
      if (item && kind === "focusin" && event.target.matches("button")) reach(event.target);
      showWords(item?.dataset.card ?? row?.[event.target.closest("[data-at]")?.dataset.at]?.card);
    });
  }

  // A slot is also drawn to another by hand.
  let drawn = null;
  slots.addEventListener("dragstart", (event) => (drawn = +event.target.dataset.at));
  slots.addEventListener("dragover", (event) => drawn !== null && event.preventDefault());
  slots.addEventListener("dragend", () => (drawn = null));
  slots.addEventListener("drop", (event) => {
    const at = event.target.closest("[data-at]")?.dataset.at;
    event.preventDefault();
    if (at !== undefined && drawn !== null) move(drawn, +at);
  });

  reach(buttons[0]);
  draw();
  root.classList.add("live");
  // A browser that comes back to the page fills the box in itself, some of them late.
  const catchUp = () => box.value !== heard && understand();
  addEventListener("pageshow", catchUp);
  catchUp();
}
