/** `svc sms registrations appeal` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('sms registrations appeal', 'registration');
