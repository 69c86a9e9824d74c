/** An app that a user let in through the browser, as a record. Made by areas/sign-in, seen and shut out in connected-apps.ts. Keys are in records/keys.ts. */
import type { RecordOf } from '../../store/store.ts';

/** Its `parentId` is the user. */
export const CONNECTED_APP_KIND = 'connected_app';

export type ConnectedAppRecord = RecordOf<'connected_app'>;
