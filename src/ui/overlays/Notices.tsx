import { useDevice } from '../page/device.ts';
import { useLostFocus } from '../page/lost-focus.ts';
import { usePageTitle } from '../page/page-title.ts';
import { ServiceNotices } from './ServiceNotices.tsx';
import { Toasts } from './Toasts.tsx';

/** Temporary messages above everything else, and what the page does as long as the room is open. */
export default function Notices() {
  usePageTitle();
  useDevice();
  useLostFocus();
  return (
    <>
      <ServiceNotices />
      <Toasts />
    </>
  );
}
