export { RegisterAccountNameSuccessView } from './RegisterAccountNameSuccessView.js';
export { RegisterAccountNameView } from './RegisterAccountNameView.js';
