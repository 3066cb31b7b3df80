// What a format comes to, while the form of a new season is filled in: the server works it out, as its button does.

const form = document.querySelector("form[data-outlook]");
let [asked, timer] = [0];
form.querySelector("[data-without-script]").hidden = true;

async function show() {
  const turn = ++asked;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.dataset.outlook, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("outlook");
  if (turn !== asked || !found) return;
  document.getElementById("outlook").replaceWith(found);
  for (const usual of found.querySelectorAll("data")) document.getElementById(usual.dataset.for).placeholder = usual.value;
  document.getElementById("slug-hint").textContent = page.getElementById("slug-hint").textContent;
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 300);
});
addEventListener("pageshow", show);
