/** `svc whatsapp templates get-by-id` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('whatsapp templates get-by-id', 'template');
