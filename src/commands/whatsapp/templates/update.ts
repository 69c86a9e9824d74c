/** `svc whatsapp templates update` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('whatsapp templates update', 'template');
