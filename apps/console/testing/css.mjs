/** Stands for every style sheet: the class `row` of a module is called `row`. */
const names = new Proxy({}, { get: (_, name) => name });

// Style sheets are read from the default export.
export { names as default };
