import { useDevice } from '../page/device.ts';
import { usePageTitle } from '../page/page-title.ts';
import { ServiceNotices } from './ServiceNotices.tsx';
import { Toasts } from './Toasts.tsx';

/** Temporary messages above everything else, and the tab's title. */
export default function Notices() {
  usePageTitle();
  useDevice();
  return (
    <>
      <ServiceNotices />
      <Toasts />
    </>
  );
}
