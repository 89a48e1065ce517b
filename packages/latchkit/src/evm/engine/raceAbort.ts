export { raceAbort } from '../../core/async/raceAbort.js';
