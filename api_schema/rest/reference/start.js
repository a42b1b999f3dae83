"use strict";
// Opens the reference with every operation ready to be sent to this very server.

function freshKey() {
  return "docs-" + Array.from(crypto.getRandomValues(new Uint8Array(12)), n => n.toString(16).padStart(2, "0")).join("");
}

SwaggerUIBundle({
  url: new URL("../v1/openapi.json", location.href).href,
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Nothing is asked of any other host.
  validatorUrl: null,
  // A key names one intent: the example's stands for a new one each time.
  requestInterceptor: request => {
    if (request.headers["Idempotency-Key"] === "an-example-of-a-key") request.headers["Idempotency-Key"] = freshKey();
    return request;
  },
});
