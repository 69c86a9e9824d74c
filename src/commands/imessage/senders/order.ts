/** `svc imessage senders order` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('imessage senders order', 'sender');
