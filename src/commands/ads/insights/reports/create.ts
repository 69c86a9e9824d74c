/** `svc ads insights reports create` with `--wait`. */
import { waiting } from '../../../../cli/course-wait.ts';

export default waiting('ads insights reports create', 'report');
