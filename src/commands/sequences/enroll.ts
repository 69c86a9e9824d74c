/** `svc sequences enroll` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('sequences enroll', 'enrollment');
