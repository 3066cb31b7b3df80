// Orders of a match: a choice writes its line into the text, and what is typed is checked as it stands.
// Both are done by the server too, by buttons; the words of the check come from there.

const PAUSE = 500;
const form = document.querySelector("form.orders");
const text = form.elements.orders;
const said = form.querySelector(".check");
let [asked, timer] = [0];

async function check() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine === asked) said.replaceChildren(...fresh.querySelector(".check").childNodes);
}

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
});

addEventListener("pageshow", () => text.value.trim() && check());

// The line that the choices of a group make; empty if nothing is chosen.
function line({ dataset: { verb, none, between }, elements }) {
  const fields = [...elements];
  const boxes = fields.filter(({ type }) => type === "checkbox");
  if (boxes.length) {
    const words = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const named = words.filter((word) => word !== "-");
    return !words.length ? "" : named.length ? `${verb} ${named.join(between)}` : none;
  }
  const chosen = fields.map((each) => (each.selectedOptions?.[0] ?? (each.checked && each))?.dataset?.order).find(Boolean);
  return chosen ? [verb, chosen].filter(Boolean).join(" ") : "";
}

form.addEventListener("click", (event) => {
  if (event.target.value !== "add") return;
  event.preventDefault();
  const group = event.target.closest("fieldset");
  const order = line(group);
  if (!order) return;
  text.value = [text.value.trimEnd(), order].filter(Boolean).join("\n");
  for (const each of group.elements) {
    each.checked = false;
    if (each.selectedIndex) each.selectedIndex = 0;
  }
  text.dispatchEvent(new Event("input", { bubbles: true }));
});
