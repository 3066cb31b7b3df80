// A table at which somebody plays: buttons answer without a new page, squares and cards that an order can be aimed at light up,
// and a tap on one of them chooses. Every word, and what can be chosen, comes from the server; without this all of it works by
// its radio buttons.

const PAUSE = 500;
let asked = 0;
let isChoosing = false;
let timer = 0;

const table = () => document.querySelector("form.table");
const sheetOf = (piece) => piece?.querySelector(".sheet");
const touched = () => document.querySelector(".piece:has(> label > input:checked)");

// --- what lights up

function light() {
  const deeds = [...(sheetOf(touched())?.querySelectorAll("[data-aims]") ?? [])].filter((each) => !each.hidden);
  const aims = new Set(deeds.flatMap(({ dataset }) => dataset.aims.split(" ")));
  const own = new Set([...document.querySelectorAll(".near [data-id]")].map(({ dataset }) => dataset.id));
  for (const each of document.querySelectorAll("[data-square], [data-id]")) {
    const at = each.dataset.square ?? each.dataset.id;
    each.classList.toggle("lit", aims.has(at) && (!own.has(at) || each.closest(".near") !== null)); // cards of both may be called alike
  }
}

function open(piece) {
  for (const each of document.querySelectorAll(".deeds [hidden]")) each.hidden = false;
  const radio = piece?.querySelector(":scope > label > input");
  if (radio) radio.checked = true;
  else for (const each of document.querySelectorAll("[name=touched]:checked")) each.checked = false;
  light();
  document.querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  busy();
}

// Who is choosing keeps the page: refresh.js waits.
function busy() {
  document.querySelector("main").toggleAttribute("data-busy", isChoosing || touched() !== null);
}

// A lit square or card was tapped: the deeds that are aimed at it stay; one alone is chosen.
function aim(lit) {
  const at = lit.dataset.square ?? lit.dataset.id;
  const deeds = [...sheetOf(touched()).querySelectorAll(".deeds button")].filter((each) => !each.hidden);
  const aimed = deeds.filter((each) => each.dataset.aims?.split(" ").includes(at));
  if (aimed.length === 1) return aimed[0].click();
  for (const each of deeds) each.hidden = !aimed.includes(each);
  light();
}

document.addEventListener("click", (event) => {
  const lit = event.target.closest(".board .lit");
  if (lit && !event.target.closest(".sheet")) {
    event.preventDefault();
    aim(lit);
  } else if (event.target.matches(".piece > label > input") && event.target.dataset.was) {
    open(null); // touched once more
  }
  for (const each of document.querySelectorAll("[name=touched]")) each.dataset.was = each.checked && each.value ? "1" : "";
});
document.addEventListener("change", (event) => {
  if (event.target.name === "touched") open(event.target.closest(".piece:has(> label > input:checked)"));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !touched() || document.querySelector(":popover-open")) return;
  const radio = touched().querySelector("input");
  open(null);
  radio.focus();
});

// --- what is heard: in a place that stays, since what comes with a part of the page is not read out

const heard = Object.assign(document.createElement("p"), { className: "hidden", role: "status" });
document.body.append(heard);

function say(...parts) {
  heard.textContent = parts.map((each) => each?.textContent.trim()).filter(Boolean).join(" ");
}

function sayChosen({ name, value }) {
  const chosen = [...document.querySelectorAll(".slots li:not(.free) > span")].at(-1);
  say(name === "take" || value === "hint" ? chosen : null, ...document.querySelectorAll(".choosing :is(p.left, .left > summary)"));
}

document.addEventListener("hikyaku:moved", () => say(...document.querySelectorAll(".choosing :is(.sent, .ask)")));

// --- buttons

async function post(button) {
  const form = table();
  const mine = ++asked;
  clearTimeout(timer);
  form.setAttribute("aria-busy", "true");
  const body = new FormData(form);
  body.append(button.name, button.value);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (mine !== asked) return;
  form.removeAttribute("aria-busy");
  if (!answer || (!answer.ok && answer.status !== 422)) {
    button.dataset.plain = ""; // the browser says what is wrong
    return form.requestSubmit(button.isConnected ? button : null);
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const isSame = button.name !== "act" || ["check", "hint"].includes(button.value);
  if (mine !== asked) return;
  take(page, isSame && page.querySelector("form.table"));
  if (isChoosing) sayChosen(button);
}

// A match that is over is styled and moved by more than a table is.
function dress(page) {
  for (const each of page.head.querySelectorAll("link[rel=stylesheet], script[src]")) {
    const name = each.src ? "src" : "href";
    if (document.head.querySelector(`[${name}="${each.getAttribute(name)}"]`)) continue;
    if (each.src) import(each.src);
    else document.head.append(each);
  }
}

// The parts of the page take the places of those shown, or all of it does.
function take(page, inParts) {
  isChoosing = Boolean(inParts);
  const focused = document.activeElement;
  const was = focused?.name && `[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`;
  if (inParts) {
    for (const part of document.querySelectorAll("[data-part]")) {
      const fresh = page.querySelector(`[data-part=${part.dataset.part}]`);
      const isTyped = part.contains(document.activeElement) && document.activeElement.matches("textarea");
      if (fresh && !isTyped) part.replaceWith(fresh);
    }
  } else {
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.title = page.title;
    dress(page);
    document.dispatchEvent(new Event("hikyaku:moved"));
    (document.querySelector("form.table") ?? document.querySelector("main")).scrollIntoView();
  }
  document.querySelector("link[rel=icon]").href = page.querySelector("link[rel=icon]").href;
  const again = was && document.querySelector(was);
  if (document.activeElement === document.body) (again ?? document.querySelector(".choosing .primary"))?.focus({ preventScroll: true });
  light();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.table") || event.submitter?.dataset.plain !== undefined) return;
  event.preventDefault();
  post(event.submitter);
});
document.addEventListener("input", ({ target }) => {
  if (target.name !== "orders") return;
  clearTimeout(timer);
  timer = setTimeout(post, PAUSE, Object.assign(document.createElement("button"), { name: "act", value: "check" }));
});
setInterval(() => {
  for (const each of document.querySelectorAll("[data-back]")) each.hidden = new Date(each.dataset.back) < Date.now();
}, 500);
