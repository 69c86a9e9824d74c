/** `svc broadcasts get` with `--wait`. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('broadcasts get', 'broadcast');
