export default {
  playledger: { input: "openapi.json", output: { target: "api.ts", client: "fetch", baseUrl: process.env.SERVER } },
};
