export { formatUnits } from '../../core/format/formatUnits.js';
