/** `svc phone-numbers get` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('phone-numbers get', 'number');
