import { ROOM_LIMITS } from './limits.ts';
import type { Dialog, Toast } from './view.ts';

/** S24: a login-required event opens the login box, unless the user is logged in. */
export const needsLoginBox = (userId: number): boolean => userId === 0;

/** One dialog per type, and so at most three; the newest text replaces the previous one. */
export function openDialog(dialogs: readonly Dialog[], dialog: Dialog): readonly Dialog[] {
  return [...dialogs.filter(({ type }) => type !== dialog.type), dialog];
}

export const closeDialog = (dialogs: readonly Dialog[], type: Dialog['type']): readonly Dialog[] =>
  dialogs.filter((dialog) => dialog.type !== type);

/** The same text twice in a row is one toast. */
export function addToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] {
  return [...toasts.filter(({ text }) => text !== toast.text), toast].slice(-ROOM_LIMITS.toasts.value);
}
