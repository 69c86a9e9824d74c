/** `svc phone-numbers port-in create` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('phone-numbers port-in create', 'port');
