import { useDevice } from '../device.ts';
import { usePageTitle } from '../page-title.ts';
import { ServiceNotices } from './ServiceNotices.tsx';
import { Toasts } from './Toasts.tsx';

/** What the page says for a while, over everything else, and in the tab. */
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
