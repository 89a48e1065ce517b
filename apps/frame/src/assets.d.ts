/** The URL of a Worker's script in the build. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}

/** The address of a picture. */
declare module '*.svg' {
  const url: string;
  export default url;
}
