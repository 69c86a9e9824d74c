/** `svc whatsapp business-profile display-name update` with `--wait`. */
import { waiting } from '../../../../cli/course-wait.ts';

export default waiting('whatsapp business-profile display-name update', 'displayName');
