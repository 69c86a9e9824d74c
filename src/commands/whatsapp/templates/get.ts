/** `svc whatsapp templates get` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('whatsapp templates get', 'template');
