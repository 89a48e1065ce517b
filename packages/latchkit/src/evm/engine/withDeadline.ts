export { withDeadline } from '../../core/async/withDeadline.js';
