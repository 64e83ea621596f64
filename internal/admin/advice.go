package admin

import "github.com/wenqu-ai/wenqu/internal/errs"

// advice tells the person who connects a provider what to correct. For these failures, the sentence
// in the error catalogue is written for people who ask questions.
var advice = map[errs.Code]errs.Text{
	errs.ModelKey:     {ZhCN: "这个服务不接受填写的密钥：请核对有没有抄漏、是否过期、有没有权限，再重新填写。", ZhTW: "這個服務不接受填寫的金鑰：請核對有沒有抄漏、是否過期、有沒有權限，再重新填寫。", En: "The service does not accept this key. Check that it is complete, still valid and has the right, and enter it again."},
	errs.ModelBalance: {ZhCN: "账户余额或额度用完了，请到这个服务的控制台充值，再测试一次。", ZhTW: "帳戶餘額或額度用完了，請到這個服務的主控台儲值，再測試一次。", En: "The account's balance or quota is used up. Top it up in the console of the service, and test again."},
	errs.ModelBusy:    {ZhCN: "服务正忙或限制了次数，请过一会儿再测试。", ZhTW: "服務忙碌中或限制了次數，請過一會兒再測試。", En: "The service is busy or limits requests. Wait a moment and test again."},
	errs.ModelLoading: {ZhCN: "模型还在加载，请等它加载完再测试。", ZhTW: "模型還在載入，請等它載入完再測試。", En: "The model is still loading. Test again when it is ready."},
	errs.ModelMissing: {ZhCN: "没有找到能对话的模型：请先在这个服务里准备好模型，或在「管理 › 模型服务」里核对模型名。", ZhTW: "沒有找到能對話的模型：請先在這個服務裡準備好模型，或在「管理 › 模型服務」裡核對模型名稱。", En: "No model for chats was found. Prepare one at the service, or check its name under Administration › Model providers."},
	errs.Network:      {ZhCN: "连接不上这个地址：请核对主机名和端口，确认服务已启动；要经过代理时，在「管理 › 模型服务」里填写代理。", ZhTW: "無法連線到這個位址：請核對主機名稱和連接埠，確認服務已啟動；要經過代理時，在「管理 › 模型服務」裡填寫代理。", En: "There is no connection to this address. Check host and port, and that the service runs; a proxy is entered under Administration › Model providers."},
	errs.StreamFail:   {ZhCN: "这个地址没有按 OpenAI 的格式回答：请核对接口地址，一般以 /v1 结尾；地址没错就看看这个服务是否正常。", ZhTW: "這個位址沒有依 OpenAI 的格式回答：請核對 API 位址，一般以 /v1 結尾；位址沒錯就看看這個服務是否正常。", En: "This address does not answer in OpenAI's format. Check the API address, which usually ends in /v1; if it is right, check that the service works."},
	errs.Timeout:      {ZhCN: "服务没有在规定时间内回答：请确认地址没错、模型已加载，再测试一次。", ZhTW: "服務沒有在規定時間內回答：請確認位址沒錯、模型已載入，再測試一次。", En: "The service did not answer in time. Make sure that the address is right and the model is loaded, and test again."},
}

// advise returns a sentence for an administrator about a provider's failure.
func advise(err error, locale string) string {
	e := errs.From(err)
	if words, ok := advice[e.Code]; ok {
		return words.In(locale)
	}
	return e.Message(locale)
}
