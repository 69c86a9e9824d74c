/** `svc ads insights reports get` with `--wait`. */
import { waiting } from '../../../../cli/course-wait.ts';

export default waiting('ads insights reports get', 'report');
