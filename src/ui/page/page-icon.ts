const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%23ff6a6f'/%3E%3Cpath d='M10 23.5 14.2 8.5h3.6L22 23.5z' fill='%23fff' fill-opacity='.55'/%3E%3Crect x='8' y='22' width='16' height='2.7' rx='1.3' fill='%23fff'/%3E%3Ccircle cx='16' cy='9' r='2.6' fill='%23fff'/%3E%3C/svg%3E";

/** Called after the first picture of the stream; index.html contains an empty icon. */
export function showIcon(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', ICON);
}
