/** `npm run proto`, and imported before the tools that read the protobuf code: generates it if a .proto file changed. */
import { refresh } from './generate.ts';

if (await refresh()) console.log('generated src/wire/generated');
