/** `svc whatsapp business-profile display-name get` with `--wait`. */
import { waiting } from '../../../../cli/course-wait.ts';

export default waiting('whatsapp business-profile display-name get', 'displayName');
