/** `svc imessage senders get` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('imessage senders get', 'sender');
