// Tables of results. In a cross table arrow keys move from battle to battle, the row and the column at hand are lit,
// and each battle says in words how it ended. Standings that stand whole on the page are sorted and searched at once;
// all others are sorted and searched by the server, as they are without this script.

// --- a cross table: one stop of the Tab key, and arrow keys inside

for (const table of document.querySelectorAll("table.cross")) {
  const rows = [...table.rows].map((row) => [...row.cells]);
  const ends = JSON.parse(table.dataset.ends);
  const frame = table.closest(".scroll");
  const caption = document.createElement("p");
  let stop = table.querySelector("a:not([tabindex])");
  let lit = [];

  const linkAt = (y, x) => rows[y]?.[x]?.querySelector("a");
  const nameOf = (cell) => cell.querySelector("a").title || cell.querySelector("a").textContent;
  const placeOf = (cell) => [cell.parentElement.rowIndex, cell.cellIndex];

  // "A beat B: knock-out", from the sentence of the page
  function told(cell) {
    const [y, x] = placeOf(cell);
    const kind = { w: "won", d: "drawn", l: "lost" }[cell.classList[0]];
    if (!kind || !cell.querySelector("a")) return "";
    const said = { name: nameOf(rows[y][0]), other: nameOf(rows[0][x]), what: ends[cell.dataset.end ?? table.dataset.end] };
    return table.dataset[kind].replace(/\{(\w+)\}/g, (_, word) => said[word] ?? "");
  }

  function light(cell) {
    for (const each of lit) each.classList.remove("lit");
    lit = [];
    if (!cell || !table.tBodies[0].contains(cell)) {
      caption.textContent = "";
      return;
    }
    const [y, x] = placeOf(cell);
    lit = [...rows[y], ...(x ? rows.map((row) => row[x]).filter(Boolean) : [])];
    for (const each of lit) each.classList.add("lit");
    caption.textContent = told(cell);
  }

  function arrive(link) {
    stop.tabIndex = -1;
    stop = link;
    stop.tabIndex = 0;
    light(link.closest("td, th"));
  }

  // The next link this way, past the cells of those who have not met.
  function beyond(y, x, down, right) {
    for (let at = [y + down, x + right]; rows[at[0]]?.[at[1]]; at = [at[0] + down, at[1] + right]) {
      if (linkAt(...at)) return linkAt(...at);
    }
    return null;
  }

  const keys = {
    ArrowUp: (y, x) => beyond(y, x, -1, 0),
    ArrowDown: (y, x) => beyond(y, x, 1, 0),
    ArrowLeft: (y, x) => beyond(y, x, 0, -1),
    ArrowRight: (y, x) => beyond(y, x, 0, 1),
    Home: (y, x, all) => (all ? linkAt(1, 0) : linkAt(y, 0) ?? beyond(y, 0, 0, 1)),
    End: (y, x, all) => beyond(all ? rows.length - 1 : y, rows[y].length, 0, -1),
  };

  table.setAttribute("role", "grid");
  for (const link of table.querySelectorAll("td a")) link.setAttribute("aria-label", told(link.parentElement));
  table.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.altKey || event.metaKey || event.shiftKey) return;
    const cell = event.target.closest("td, th");
    if (!cell) return;
    event.preventDefault();
    keys[event.key](...placeOf(cell), event.ctrlKey)?.focus();
  });
  table.addEventListener("focusin", (event) => arrive(event.target));
  table.addEventListener("focusout", () => light(null));
  table.addEventListener("pointerover", (event) => light(event.target.closest("td, th")));
  table.addEventListener("pointerleave", () => light(document.activeElement?.closest("table.cross td, table.cross th")));
  caption.className = "crossing";
  caption.ariaHidden = "true";
  frame.before(caption);
  const hint = frame.nextElementSibling;
  if (hint?.matches(".keys")) hint.hidden = false;
}

// --- standings: sorted by their heads, and searched as one types

for (const table of document.querySelectorAll("table[data-whole]")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const form = document.querySelector("form.find");
  const count = form.querySelector("[role=status]");
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const textOf = (row, at) => plain(row.cells[at].textContent.trim());
  const found = new Map(rows.map((row) => [row, textOf(row, 1) + textOf(row, 2)]));

  function sort(head, falls) {
    const read = (text) => ("number" in head.dataset ? parseFloat(text.replaceAll(",", "")) : text);
    const key = new Map(rows.map((row) => [row, read(textOf(row, head.cellIndex))]));
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const order = [...rows].sort((one, other) => {
      const [a, b] = [key.get(one), key.get(other)];
      if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
      return falls ? compare(b, a) : compare(a, b);
    });
    body.append(...order);
    for (const each of heads) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falls ? "descending" : "ascending");
  }

  table.tHead.addEventListener("click", (event) => {
    const head = event.target.closest("th");
    if (!event.target.closest("a") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const was = head.getAttribute("aria-sort");
    sort(head, was ? was === "ascending" : "falls" in head.dataset);
  });

  function find() {
    const wanted = plain(form.elements.find.value.trim());
    let left = 0;
    for (const row of rows) {
      row.hidden = !found.get(row).includes(wanted);
      left += !row.hidden;
    }
    count.textContent = wanted ? count.dataset.told.replace("{num}", left).replace("{all}", rows.length) : "";
  }

  form.addEventListener("input", find);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
}
