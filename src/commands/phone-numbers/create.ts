/** `svc phone-numbers create` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('phone-numbers create', 'number');
