export * from './networks.js';
