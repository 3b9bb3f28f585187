// Before the first paint, so that a dark page does not begin white. A file of its own: the page may run no other script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage may be switched off: then the system's scheme counts.
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = dark ? "dark" : "light";
})();
