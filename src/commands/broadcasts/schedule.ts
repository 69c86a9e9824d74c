/** `svc broadcasts schedule` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('broadcasts schedule', 'broadcast');
