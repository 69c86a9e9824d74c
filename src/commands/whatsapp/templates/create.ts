/** `svc whatsapp templates create` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('whatsapp templates create', 'template');
