/** `svc whatsapp templates update-by-id` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('whatsapp templates update-by-id', 'template');
