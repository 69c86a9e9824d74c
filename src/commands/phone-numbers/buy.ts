/** `svc phone-numbers buy` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('phone-numbers buy', 'number');
