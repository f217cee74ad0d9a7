import { expect, test } from 'vitest';
import { addToast, closeDialog, needsLoginBox, openDialog } from '../../../src/core/room/dialogs.ts';
import type { Dialog, Toast } from '../../../src/core/room/view.ts';

const LOGIN: Dialog = { type: 'login' };
const alert = (answer: string): Dialog => ({ type: 'alert', about: 'client-download', why: 'CLIENT_VERSION_REFUSED', answer });
const toast = (id: number, text: string): Toast => ({ id, text, tone: 'info' });

test('S24 only a guest needs the login box', () => {
  expect([needsLoginBox(0), needsLoginBox(5)]).toEqual([true, false]);
});

test('S24 a dialog replaces the open dialog of its type and is the last; closing one leaves the others open', () => {
  const dialogs = openDialog(openDialog([alert('a')], LOGIN), alert('b'));
  expect(dialogs).toEqual([LOGIN, alert('b')]);
  expect(closeDialog(dialogs, 'login')).toEqual([alert('b')]);
  expect(closeDialog([LOGIN], 'alert')).toEqual([LOGIN]);
});

test('S24 the same text is one toast, the newer one, and only the newest four stay', () => {
  const shown = (...all: readonly Toast[]): readonly number[] => all.reduce<readonly Toast[]>(addToast, []).map(({ id }) => id);
  expect(shown(toast(1, 'x'), toast(2, 'y'), toast(3, 'x'))).toEqual([2, 3]);
  expect(shown(...[1, 2, 3, 4, 5].map((id) => toast(id, String(id))))).toEqual([2, 3, 4, 5]);
});
