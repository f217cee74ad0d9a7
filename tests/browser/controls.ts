/** The controls of a page with their names, and how a viewer uses each. */
/** Without fields for files, which no script can fill. */
const CONTROLS = 'button, select, input:not([type="file"]), textarea';
/** For `others` of `controlsOf`. `use` moves a slider to its end by the keyboard. The test has to prevent that a click follows a link. */
export const LINKS_AND_SLIDERS = 'a[href], [role="slider"]';

/** Text for a screen reader, without the letters of avatars, which appear only when an image fails. */
export function textOf(root: Element): string {
  const parts: string[] = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode())
    if (node.parentElement?.closest('[aria-hidden="true"]') === null) parts.push(node.nodeValue?.trim() ?? '');
  return parts.filter((part) => part !== '').join(' ');
}

const labelOf = (control: Element): string =>
  [control.localName, control.getAttribute('type') ?? '', control.getAttribute('aria-label') ?? textOf(control)]
    .filter((part) => part !== '' && part !== 'button')
    .join(' ');

/** Controls in document order; equal names are numbered. `others`: selector of further elements that count as controls. */
export function controlsOf(root: ParentNode, others?: string): readonly { readonly control: Element; readonly key: string }[] {
  const counts = new Map<string, number>();
  return [...root.querySelectorAll(others === undefined ? CONTROLS : `${CONTROLS}, ${others}`)].map((control) => {
    const label = labelOf(control);
    const at = (counts.get(label) ?? 0) + 1;
    counts.set(label, at);
    return { control, key: at === 1 ? label : `${label} (${at})` };
  });
}

const isClicked = ({ type }: HTMLInputElement): boolean => ['checkbox', 'radio', 'button', 'submit'].includes(type);

/** Clicks a control; fills a field, and selects the last option of a list. */
export function use(control: Element): void {
  if (control instanceof HTMLSelectElement) {
    control.selectedIndex = control.options.length - 1;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && !isClicked(control))) {
    // Each field of a form gets another number, so that two of them cannot be exchanged.
    const at = control.form === null ? 0 : [...control.form.elements].indexOf(control);
    const value = control.type === 'text' || control.type === 'search' || control.type === 'textarea' ? '七' : String(7 + at);
    // React ignores a value that was set through its own setter on the element, so the setter of the prototype is called.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  } else if (control.getAttribute('role') === 'slider')
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }));
  else (control as HTMLElement).click();
}
