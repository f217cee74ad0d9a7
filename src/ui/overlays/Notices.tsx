import { useDevice } from '../page/device.ts';
import { useFocusOfDisabled } from '../page/disabled-focus.ts';
import { usePageTitle } from '../page/page-title.ts';
import { ServiceNotices } from './ServiceNotices.tsx';
import { Toasts } from './Toasts.tsx';

/** Temporary messages above everything else, and what the page does as long as the room is open. */
export default function Notices() {
  usePageTitle();
  useDevice();
  useFocusOfDisabled();
  return (
    <>
      <ServiceNotices />
      <Toasts />
    </>
  );
}
