/** `svc ads boost` with `--wait` for the review. */
import { waiting } from '../../cli/course-wait.ts';

export default waiting('ads boost', 'ad');
