export { acceptIcon } from '../../core/connectors/acceptIcon.js';
