/** `svc phone-numbers kyc submit` with `--wait`. */
import { waiting } from '../../../cli/course-wait.ts';

export default waiting('phone-numbers kyc submit', 'number');
